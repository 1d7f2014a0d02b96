/** Has something done whenever the page may be gone next: it is not told of that once more. */
export function beforePageGoes(task: () => void) {
  addEventListener('pagehide', task);
  document.addEventListener('visibilitychange', task);
}
