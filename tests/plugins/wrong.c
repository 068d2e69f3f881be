// SPDX-License-Identifier: Apache-2.0
// Plugins that are not loaded: WRONG says what is wrong with one.
#include <profconv/plugin.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>

static const pc_plugin plugin = {.size = sizeof plugin, .version = 99, .name = "newer"};

PC_PLUGIN_EXPORT const pc_plugin* profconv_plugin_v1(const pc_host* host) {
  (void)host;
  if (WRONG == 'c') raise(SIGSEGV);
  if (WRONG == 'e') exit(0);
  return WRONG == 'n' ? &plugin : NULL;
}
