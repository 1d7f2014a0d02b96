import { useForm } from '@mantine/form';
import { useEffect, useEffectEvent, useState } from 'react';
import { useIsSameVisit } from '#navigation/use-is-same-visit.ts';
import { type SignatureFields, type SignedInUser, useServices } from '#services.ts';
import type { SignatureRecord } from '#storage/records.ts';
import { reasonOf } from '#ui/reason-of.ts';
import { fieldNames, fieldsOf, profileRules, saysTheSame, trimmed, typedSince } from './profile-form.ts';
import { texts } from './texts.ts';
import { useProfileDraft } from './use-profile-draft.ts';

/** What a person writes under packs, and the picture that goes with it (PROF-11 to PROF-16). */
export function useProfile(signature: SignatureRecord | null, user: SignedInUser) {
  const { signatures, notices } = useServices();
  const [failure, setFailure] = useState<string | null>(null);
  /** Cut out, and not at the host yet. */
  const [pending, setPending] = useState<Blob | null>(null);
  const [isUploading, setUploading] = useState(false);
  const draft = useProfileDraft(user.uuid);
  const [isBack, setBack] = useState(draft.stored !== null);
  const saved = fieldsOf(signature, user);
  const form = useForm<SignatureFields>({
    initialValues: saved,
    validate: profileRules,
    onValuesChange: (values) => draft.keep(values, saved),
  });

  // A save that the page was left with may be done by now.
  const isRestored = isBack && !saysTheSame(trimmed(form.getValues()), saved);
  const isSameVisit = useIsSameVisit();
  const restore = useEffectEvent(() => {
    if (draft.stored) form.setValues(draft.stored);
  });
  useEffect(() => restore(), []);

  function dropRestored() {
    setBack(false);
    form.setValues(saved);
  }

  // What comes from the host after the form takes away nothing that somebody has typed, and stands in the other fields.
  const follow = useEffectEvent(() => {
    const typed = typedSince(form.getInitialValues(), form.getValues());
    form.setInitialValues(saved);
    form.setValues({ ...saved, ...typed });
  });
  const { id, changed } = signature ?? {};
  useEffect(() => {
    if (id !== undefined && changed !== undefined) follow();
  }, [id, changed]);

  /** Of a page that was left nothing else is seen. */
  const tell = (text: string) => {
    if (isSameVisit()) setFailure(text);
    else notices.show({ tone: 'problem', text });
  };

  async function upload(picture: Blob) {
    setUploading(true);
    try {
      await signatures.uploadPicture(picture, user.uuid);
      setPending(null);
      notices.show({ tone: 'done', text: texts.picture.saved });
    } catch (error) {
      setPending(picture);
      tell(texts.picture.failed(reasonOf(error)));
    } finally {
      setUploading(false);
    }
  }

  const save = form.onSubmit(
    async (values) => {
      setFailure(null);
      const fields = trimmed(values);
      try {
        const { savedRemotely } = await signatures.save(fields);
        notices.show(
          savedRemotely
            ? { tone: 'done', text: texts.savedRemotely }
            : { tone: 'waiting', text: texts.savedLocally },
        );
      } catch (error) {
        tell(texts.failed(reasonOf(error)));
        return;
      }
      if (isSameVisit()) {
        // What was typed while it was on its way stays.
        const now = { ...fields, ...typedSince(values, form.getValues()) };
        form.setInitialValues(fields);
        form.setValues(now);
        draft.keep(now, fields);
        setBack(false);
      } else {
        draft.dropSaved(fields);
      }
      if (pending && (await signatures.takesPicture(user.uuid))) await upload(pending);
    },
    (errors) => form.getInputNode(fieldNames.find((name) => errors[name]) ?? 'title')?.focus(),
  );

  /** A signature that the host does not have yet gets its picture with the next save (PROF-13). */
  async function takePicture(picture: Blob) {
    setFailure(null);
    if (await signatures.takesPicture(user.uuid)) await upload(picture);
    else setPending(picture);
  }

  return {
    form,
    save,
    takePicture,
    pending,
    isUploading,
    failure,
    dismiss: () => setFailure(null),
    isRestored,
    dropRestored,
  };
}
