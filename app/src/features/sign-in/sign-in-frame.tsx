import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import type { ReactNode } from 'react';
import { PageHeading } from '#navigation/page-title.tsx';
import { useServices } from '#services.ts';
import { OwnerLine } from '#ui/owner-line.tsx';
import classes from './sign-in-frame.module.css';
import { SignInPanel } from './sign-in-panel.tsx';

interface Props {
  title: string;
  hint?: ReactNode;
  children: ReactNode;
}

/** The brand panel beside what somebody who is not signed in has to fill in. */
export function SignInFrame({ title, hint, children }: Props) {
  const { configuration } = useServices();
  return (
    <div className={classes.page}>
      <SignInPanel />
      <div className={classes.side}>
        <main className={classes.form}>
          <PageHeading className={classes.title}>{title}</PageHeading>
          {hint && <p className={classes.hint}>{hint}</p>}
          {children}
        </main>
        <OwnerLine {...configuration} centred />
      </div>
    </div>
  );
}
