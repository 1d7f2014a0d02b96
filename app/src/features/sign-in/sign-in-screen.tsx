import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { TextLink } from '#navigation/links.tsx';
import { PageHeading } from '#navigation/page-title.tsx';
import { useServices } from '#services.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { OwnerLine } from '#ui/owner-line.tsx';
import { SignInPanel } from './sign-in-panel.tsx';
import classes from './sign-in-screen.module.css';
import { texts } from './texts.ts';

const AuthSettingsDialog = lazy(() => import('./auth-settings-dialog.tsx'));

const isFilled = (field: string) => (value: string) => (value.trim() === '' ? texts.required(field) : null);

/** Whose product it is, and the two fields (AUTH-02). */
export default function SignInScreen() {
  const { configuration } = useServices();
  const [isAdvanced, advanced] = useDisclosure();
  const { login } = configuration.auth;
  return (
    <div className={classes.page}>
      <SignInPanel />
      <div className={classes.side}>
        <main className={classes.form}>
          <PageHeading className={classes.title}>{texts.welcome}</PageHeading>
          <p className={classes.hint}>{texts.hint(configuration.brand.name)}</p>
          {login.mode === 'link' ? (
            <Button component="a" href={login.url} size="lg" fullWidth>
              {texts.login}
            </Button>
          ) : (
            <SignInForm />
          )}
          <div className={classes.links}>
            <ForgottenPassword />
            <Button variant="subtle" color="gray" className={classes.plain} onClick={advanced.open}>
              {texts.advanced.title}
            </Button>
          </div>
        </main>
        <OwnerLine {...configuration} centred />
      </div>
      {isAdvanced && (
        <Suspense>
          <AuthSettingsDialog onClose={advanced.close} />
        </Suspense>
      )}
    </div>
  );
}

/** Fields are checked lazily: once left or submitted (AUTH-05). */
function SignInForm() {
  const { session } = useServices();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { username: '', password: '' },
    validateInputOnBlur: true,
    validate: { username: isFilled(texts.username), password: isFilled(texts.password) },
  });
  const signIn = form.onSubmit(async ({ username, password }) => {
    setFailure(null);
    try {
      await session.signIn({ username: username.trim(), password });
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      return;
    }
    await navigate({ to: '/' });
  });
  return (
    <form onSubmit={signIn} noValidate>
      {failure && <ErrorBanner text={texts.failed(failure)} onDismiss={() => setFailure(null)} />}
      <TextInput
        label={texts.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        key={form.key('username')}
        {...form.getInputProps('username')}
      />
      <PasswordInput
        label={texts.password}
        autoComplete="current-password"
        mt={20}
        visibilityToggleButtonProps={{ 'aria-label': texts.showPassword, tabIndex: 0, size: 44 }}
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <Button type="submit" size="lg" fullWidth mt={28} loading={form.submitting}>
        {texts.login}
      </Button>
    </form>
  );
}

/** Only when somebody else's page or our own can reset it (AUTH-03). */
function ForgottenPassword() {
  const { reset } = useServices().configuration.auth;
  if (!reset) return <span />;
  if (reset.mode === 'api')
    return (
      <TextLink to="/user/reset" className={classes.link}>
        {texts.forgotten}
      </TextLink>
    );
  return (
    <a href={reset.url} target="_blank" rel="noreferrer" className={classes.link}>
      {texts.forgotten}
    </a>
  );
}
