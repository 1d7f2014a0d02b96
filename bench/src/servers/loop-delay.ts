// Preloaded into the host: tells on exit how long its event loop was held up at most since it was ready.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const { LOOP_DELAY_FILE } = process.env;
if (LOOP_DELAY_FILE) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  // Loading the program is not what is measured.
  setTimeout(() => {
    delay.enable();
  }, 1500).unref();
  process.on('exit', () => {
    const ms = (nanoseconds: number) => nanoseconds / 1e6;
    writeFileSync(
      LOOP_DELAY_FILE,
      JSON.stringify({ longest: ms(delay.max), p999: ms(delay.percentile(99.9)) }),
    );
  });
}
