// Preloaded into the host: tells on exit how long its event loop was held up at most since it took its first request.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';

const { LOOP_DELAY_FILE } = process.env;
const firstRequest = 'http.server.request.start';

if (LOOP_DELAY_FILE) {
  const turns: { clock: number; cpu: number }[] = [];
  // Loading the program is not what is measured.
  const begin = () => {
    unsubscribe(firstRequest, begin);
    let [at, spent] = [performance.now(), process.threadCpuUsage()];
    setInterval(() => {
      const [now, { user, system }] = [performance.now(), process.threadCpuUsage(spent)];
      turns.push({ clock: now - at, cpu: (user + system) / 1000 });
      [at, spent] = [performance.now(), process.threadCpuUsage()];
    }, 1).unref();
  };
  subscribe(firstRequest, begin);
  process.on('exit', () => {
    const longest = (key: 'clock' | 'cpu') => turns.reduce((most, turn) => Math.max(most, turn[key]), 0);
    const byClock = turns.map(({ clock }) => clock).sort((one, other) => one - other);
    writeFileSync(
      LOOP_DELAY_FILE,
      JSON.stringify({
        cpu: longest('cpu'),
        clock: longest('clock'),
        p999: byClock[Math.floor(byClock.length * 0.999)] ?? 0,
      }),
    );
  });
}
