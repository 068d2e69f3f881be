/* The program that before.out and after.out were recorded of: with -DSLOW, checksum() takes its sum three times. */
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

enum { size = 1 << 16 };
static uint8_t data[size];
static volatile uint64_t result;

static uint64_t mix(uint64_t h) {
  h ^= h >> 33;
  h *= 0xff51afd7ed558ccdULL;
  return h ^ (h >> 29);
}

__attribute__((noinline)) void fill(uint64_t seed) {
  for (int i = 0; i < size; ++i) data[i] = (uint8_t)(seed = mix(seed + 1));
}

__attribute__((noinline)) uint64_t checksum(void) {
  uint64_t sum = 0;
#ifdef SLOW
  for (int round = 0; round < 3; ++round)
#endif
    for (int i = 0; i < size; ++i) sum = mix(sum + data[i]);
  return sum;
}

__attribute__((noinline)) int compare(const void* a, const void* b) {
  return *(const uint8_t*)a - *(const uint8_t*)b;
}

__attribute__((noinline)) void order(void) { qsort(data, size, 1, compare); }

__attribute__((noinline)) void work(uint64_t seed) {
  fill(seed);
  result = checksum();
  if (seed % 8 == 0) order();
}

int main(void) {
  for (uint64_t i = 0; i < 1500; ++i) work(i);
  sleep(20);  /* symbols are there as long as the process is */
  return 0;
}
