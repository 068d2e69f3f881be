# SPDX-License-Identifier: Apache-2.0
"""Every link of the documentation leads to a file and heading that exist, and docs/README.md leads to every page."""

import re
import unittest

from pages import ROOT, anchors, links, name_of, pages

INDEX = ROOT / "docs" / "README.md"


class LinksTest(unittest.TestCase):
    def test_links_lead_somewhere(self):
        dead = []
        for page in pages():
            for line, path, anchor in links(page):
                if path is None:
                    continue
                where = f"{name_of(page)}:{line}"
                if not path.exists():
                    dead.append(f"{where}: no file {path}")
                elif ROOT not in path.parents and path != ROOT:
                    dead.append(f"{where}: {path} is outside of the project")
                elif anchor and path.suffix == ".md" and anchor not in anchors(path.read_text()):
                    dead.append(f"{where}: no heading #{anchor} in {name_of(path)}")
        self.assertEqual([], dead)

    def test_the_index_links_to_every_page(self):
        linked = {path for _, path, _ in links(INDEX)}
        missing = [name_of(page) for page in pages() if page not in linked and page not in (INDEX, ROOT / "README.md")]
        self.assertEqual([], missing, "docs/README.md does not link to these pages")

    def test_every_page_has_one_title(self):
        for page in pages():
            titles = re.findall(r"^# ", re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.M | re.S), flags=re.M)
            self.assertEqual(1, len(titles), f"{name_of(page)} should have one heading of the first level")

    def test_no_sentence_appears_on_two_pages(self):
        seen, twice = {}, []
        for page in pages():
            if page.name in ("changelog.md", "third_party.md"):
                continue
            text = re.sub(r"^(```.*?^```$|\|.*?$|#.*?$| {4}.*?$)", "\n\n", page.read_text(), flags=re.M | re.S)
            for paragraph in re.split(r"\n\s*\n|\n[-*] ", text):
                for sentence in re.split(r"(?<=[.:]) ", " ".join(paragraph.split())):
                    if len(sentence) < 50:
                        continue
                    if seen.setdefault(sentence, page) != page:
                        twice.append(f"{name_of(seen[sentence])} and {name_of(page)}: {sentence}")
        self.assertEqual([], twice)


if __name__ == "__main__":
    unittest.main()
