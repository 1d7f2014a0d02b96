import { type ReactNode, useEffect, useRef } from 'react';
import { usePageStore } from './page-state.tsx';
import classes from './page-title.module.css';

interface Props {
  children: ReactNode;
  /** Chips and counts that stand beside the words. */
  aside?: ReactNode;
  /** Controls of the whole page, at the right. */
  actions?: ReactNode;
  /** On a phone the header says these words already, so the row goes and only screen readers get them. */
  inHeaderOnPhone?: boolean;
}

/** The one `h1` of a page. It takes the focus when a navigation brought the page. */
export function PageTitle({ children, aside, actions, inHeaderOnPhone = false }: Props) {
  return (
    <div className={classes.row} data-in-header={inHeaderOnPhone || undefined}>
      <div className={classes.words}>
        <PageHeading className={classes.title}>{children}</PageHeading>
        {aside}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}

/** An `h1` for pages that lay out their title themselves. */
export function PageHeading({
  children,
  className,
}: {
  children: ReactNode;
  className?: string | undefined;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const store = usePageStore();
  useEffect(() => {
    if (!store.getState().focusTitle) return undefined;
    // In a turn of its own: it has the whole page measured, which has just been drawn.
    const later = setTimeout(() => {
      store.setState({ focusTitle: false });
      heading.current?.focus({ preventScroll: true });
    });
    return () => clearTimeout(later);
  }, [store]);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
