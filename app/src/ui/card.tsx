import type { ComponentPropsWithRef, ReactNode } from 'react';
import classes from './card.module.css';

const joined = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ');

/** What belongs together on a page. */
export const Card = ({ className, ...card }: ComponentPropsWithRef<'section'>) => (
  <section {...card} className={joined(classes.card, className)} />
);

/** One of several parts of a card. */
export const CardSection = (section: Omit<ComponentPropsWithRef<'section'>, 'className'>) => (
  <section {...section} className={classes.section} />
);

export const CardHeading = ({ children }: { children: ReactNode }) => (
  <h2 className={classes.heading}>{children}</h2>
);

/** A line that says more, below a heading or in its place. */
export const CardHint = ({ className, ...hint }: ComponentPropsWithRef<'p'>) => (
  <p {...hint} className={joined(classes.hint, className)} />
);

interface FormCardProps extends Omit<ComponentPropsWithRef<'form'>, 'className'> {
  heading: string;
  hint: string;
  /** Why nothing can be saved now; empty when it can. */
  why: string;
  /** The button that saves. */
  button: ReactNode;
}

/** A form as a card: what it is about, its fields, and below them the button. */
export const FormCard = ({ heading, hint, why, button, children, ...form }: FormCardProps) => (
  <form {...form} noValidate className={classes.card}>
    <div className={classes.top}>
      <CardHeading>{heading}</CardHeading>
      <CardHint>{hint}</CardHint>
    </div>
    {children}
    <div className={classes.actions}>
      <p className={classes.why} role="status">
        {why}
      </p>
      {button}
    </div>
  </form>
);
