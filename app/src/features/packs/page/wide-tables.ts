export interface WideTables {
  watch: (within: Element) => void;
  end: () => void;
}

/** A table that is moved sideways is reached by keyboard also where browsers do not see to that by themselves. */
export function reachWideTables(): WideTables {
  const sizes = new ResizeObserver((changed) => {
    for (const { target } of changed) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  return {
    watch(within) {
      for (const table of within.getElementsByTagName('table')) sizes.observe(table);
    },
    end: () => sizes.disconnect(),
  };
}
