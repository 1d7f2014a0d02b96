let bars = 0;

function count(more: 1 | -1) {
  bars += more;
  document.documentElement.toggleAttribute('data-bottom-bars', bars > 0);
}

/**
 * Ref of what a page keeps at its lower edge. The root says that there is one: a rule that asks the root what it has
 * inside (`:root:has(…)`) has a browser look through the whole page whenever anything comes or goes.
 */
export function bottomBar() {
  count(1);
  return () => count(-1);
}
