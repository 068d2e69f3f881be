function hash(word) {
  let sum = 0;
  for (let i = 0; i < word.length; ++i) sum = (sum * 31 + word.charCodeAt(i)) | 0;
  return sum;
}
function count(lines) {
  const seen = new Map();
  for (const line of lines) {
    for (const word of line.split(' ')) seen.set(hash(word) % 1000, (seen.get(hash(word) % 1000) || 0) + 1);
  }
  return seen;
}
function main() {
  const lines = [];
  for (let i = 0; i < 20000; ++i) lines.push(`the ${i} quick ${i % 17} brown fox`);
  let total = 0;
  for (let i = 0; i < 6; ++i) total += count(lines).size;
  console.log(total);
}
main();
