// SPDX-License-Identifier: Apache-2.0
// c_convert INPUT OUTPUT: converts a file, as `profconv INPUT -o OUTPUT` does.

#include <profconv/profconv.h>
#include <stdio.h>

int main(int count, char** words) {
  if (count != 3) return 2;
  const char* inputs[] = {words[1]};
  const char* outputs[] = {words[2]};
  pc_conversion conversion = {.size = sizeof conversion};
  conversion.inputs = inputs;
  conversion.input_count = 1;
  conversion.outputs = outputs;
  conversion.output_count = 1;

  pc_error error = {.size = sizeof error};
  pc_context* context = NULL;
  pc_report* report = NULL;
  pc_status status = pc_context_create(NULL, &context, &error);
  if (status == PC_OK) status = pc_convert(context, &conversion, &report, &error);
  if (status == PC_OK) {
    pc_output_report output = {.size = sizeof output};
    pc_report_output_at(report, 0, &output, NULL);
    for (size_t i = 0; i < output.loss_count; ++i) {
      pc_loss loss = {.size = sizeof loss};
      pc_report_loss_at(report, 0, i, &loss, NULL);
      printf("lost: %.*s\n", (int)loss.description.size, loss.description.data);
    }
  } else {
    fprintf(stderr, "%s\n", error.message);
  }
  pc_report_free(report);
  pc_context_free(context);
  return status == PC_OK ? 0 : 1;
}
