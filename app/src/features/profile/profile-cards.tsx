import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCamera } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { type SignedInUser, useServices, useWatched } from '#services.ts';
import type { SignatureRecord } from '#storage/records.ts';
import { Banner } from '#ui/banner.tsx';
import { Card, FormCard } from '#ui/card.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { Portrait } from '#ui/portrait.tsx';
import { useLive } from '#ui/use-live.ts';
import classes from './profile-screen.module.css';
import { texts } from './texts.ts';
import { usePictureQuestion } from './use-picture-question.tsx';
import { useProfile } from './use-profile.ts';

const PictureDialog = lazy(() => import('./picture-dialog.tsx'));

interface Props {
  user: SignedInUser;
  signature: SignatureRecord | null;
  /** Nobody knows yet whether the host has one: why, unless it is being asked just now. */
  missing: { failure: string | null; askAgain: () => void } | null;
}

/** Picture and name, and below them the fields of the signature. */
export function ProfileCards({ user, signature, missing }: Props) {
  const { connection, signatures } = useServices();
  const { online } = useWatched(connection);
  const mayChange = online && missing === null;
  const [isChanging, changing] = useDisclosure();
  const { form, save, takePicture, pending, isUploading, failure, dismiss, isRestored, dropRestored } =
    useProfile(signature, user);
  const isWaiting = pending !== null && !isUploading;
  const question = usePictureQuestion({ isWaiting, isUploading });
  const uploaded = useLive(
    async () => (signature ? signatures.pictureUrl(signature) : null),
    [signature?.id, signature?.picture?.id],
  );
  const chosen = useAddressOf(pending);
  const field = (name: keyof typeof texts.fields) => ({
    label: texts.fields[name],
    disabled: !mayChange,
    ...form.getInputProps(name),
  });
  return (
    <>
      {isRestored && (
        <Banner
          tone="neutral"
          text={texts.restored}
          action={
            <Button variant="subtle" my={-12} onClick={dropRestored}>
              {texts.dropRestored}
            </Button>
          }
        />
      )}
      {failure && <ErrorBanner text={failure} onDismiss={dismiss} />}
      {online && missing?.failure && (
        <ErrorBanner
          text={texts.notLoaded(missing.failure)}
          action={
            <Button variant="default" size="sm" onClick={missing.askAgain}>
              {texts.tryAgain}
            </Button>
          }
        />
      )}
      <Card className={classes.person} aria-label={texts.loggedInAs}>
        <Portrait name={user.name} src={chosen ?? uploaded ?? null} size={96} />
        <div className={classes.who}>
          <span className={classes.caption}>{texts.loggedInAs}</span>
          <h2 className={classes.name}>{user.name}</h2>
          <span className={classes.mail}>{user.mail}</span>
          <span className={classes.pending} role="status">
            {isWaiting ? texts.picture.pending : ''}
          </span>
        </div>
        {online && (
          <Button
            variant="default"
            loading={isUploading}
            leftSection={<IconCamera size={20} stroke={1.75} aria-hidden />}
            onClick={changing.open}
          >
            {texts.picture.change}
          </Button>
        )}
      </Card>
      <FormCard
        onSubmit={save}
        heading={texts.heading}
        hint={texts.hint}
        why={!online ? texts.offline : missing ? texts.missing : ''}
        button={
          <Button type="submit" disabled={!mayChange} loading={form.submitting}>
            {texts.save}
          </Button>
        }
      >
        <div className={classes.fields}>
          <TextInput {...field('title')} withAsterisk autoComplete="name" maxLength={255} />
          <TextInput {...field('job_title')} autoComplete="organization-title" maxLength={255} />
          <TextInput
            {...field('email')}
            withAsterisk
            inputMode="email"
            autoCapitalize="none"
            autoComplete="email"
            maxLength={254}
          />
          <span className={classes.gap} />
          <TextInput {...field('telephone')} type="tel" autoComplete="tel" maxLength={64} />
          <TextInput {...field('telephone2')} type="tel" autoComplete="work tel" maxLength={64} />
        </div>
      </FormCard>
      {question}
      {isChanging && (
        <Suspense>
          <PictureDialog
            onClose={changing.close}
            onPicture={(picture) => {
              changing.close();
              void takePicture(picture);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** An address under which the page shows what was just cut out. */
function useAddressOf(picture: Blob | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!picture) return;
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => {
      setAddress(null);
      URL.revokeObjectURL(made);
    };
  }, [picture]);
  return address;
}
