const part = (count: number, unit: string) => (count > 0 ? `${count} ${unit}` : '');

/** '3 min 10 s', '25 s', '1 h 5 min'; whole seconds, and none of them from an hour on. */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 1) return '0 s';
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const parts =
    hours > 0 ? [part(hours, 'h'), part(minutes, 'min')] : [part(minutes, 'min'), part(whole % 60, 's')];
  return parts.filter(Boolean).join(' ');
}
