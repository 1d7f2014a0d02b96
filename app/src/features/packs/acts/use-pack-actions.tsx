import { lazy, Suspense, useState } from 'react';
import { useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { reasonOf } from '#ui/reason-of.ts';
import { Spoken } from '#ui/spoken.tsx';
import { texts } from '../texts.ts';
import { archiveOutcome, sendToServerOutcome } from './pack-outcomes.ts';

const ArchiveDialog = lazy(() => import('./archive-dialog.tsx'));
const CloneDialog = lazy(() => import('./clone-dialog.tsx'));
const DeleteDialog = lazy(() => import('./delete-dialog.tsx'));

export type PackAction = 'clone' | 'sendToServer' | 'archive' | 'delete';

interface After {
  onCloned?: (clone: PackRecord) => void;
  /** The pack was deleted or archived: it is no longer here. */
  onGone?: (pack: PackRecord) => void;
}

interface Asked {
  action: PackAction;
  pack: PackRecord;
}

/** Cloning, sending to the server, archiving and deleting, each with its question and its result in words. */
export function usePackActions({ onCloned, onGone }: After = {}) {
  const { packs, notices } = useServices();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { sendToServer, isSending, isAnySent } = useSendToServer();
  const failed = (text: string) => notices.show({ tone: 'problem', text });
  /** What was asked about something else meanwhile stays. */
  const close = () => setAsked((now) => (now === asked ? null : now));

  const clone = async (pack: PackRecord, title: string) => {
    try {
      const copy = await packs.clone(pack, title);
      close();
      notices.show({ tone: 'done', text: texts.clone.done });
      onCloned?.(copy);
    } catch (error) {
      failed(texts.clone.failed(reasonOf(error)));
    }
  };
  const archive = async (pack: PackRecord) => {
    try {
      const result = await packs.archive(pack);
      close();
      notices.show(archiveOutcome(result));
      if (result.savedRemotely) onGone?.(pack);
    } catch (error) {
      close();
      failed(texts.archive.failed(reasonOf(error)));
    }
  };
  const remove = async (pack: PackRecord) => {
    try {
      await packs.delete(pack);
      close();
      notices.show({ tone: 'done', text: texts.delete.done });
      onGone?.(pack);
    } catch (error) {
      close();
      failed(texts.delete.failed(reasonOf(error)));
    }
  };

  const start = (action: PackAction, pack: PackRecord) =>
    action === 'sendToServer' ? void sendToServer(pack) : setAsked({ action, pack });

  const dialogs = (
    <>
      <Spoken role="status">{isAnySent && texts.sendToServer.running}</Spoken>
      {asked && (
        <Suspense>
          {asked.action === 'clone' && (
            <CloneDialog
              of={asked.pack.title ?? ''}
              onClone={(title) => clone(asked.pack, title)}
              onCancel={close}
            />
          )}
          {asked.action === 'archive' && (
            <ArchiveDialog pack={asked.pack} onArchive={() => archive(asked.pack)} onCancel={close} />
          )}
          {asked.action === 'delete' && (
            <DeleteDialog pack={asked.pack} onDelete={() => remove(asked.pack)} onCancel={close} />
          )}
        </Suspense>
      )}
    </>
  );
  return { start, isSending, dialogs };
}

/** Which packs are on their way by hand: each once at a time. */
function useSendToServer() {
  const { packs, notices } = useServices();
  const [sent, setSent] = useState<readonly string[]>([]);
  const isSending = ({ id }: PackRecord) => sent.includes(id);

  const sendToServer = async (pack: PackRecord) => {
    if (isSending(pack)) return;
    setSent((now) => [...now, pack.id]);
    try {
      notices.show(sendToServerOutcome(await packs.sendToServer(pack)));
    } catch (error) {
      notices.show({ tone: 'problem', text: texts.sendToServer.failed(reasonOf(error)) });
    } finally {
      setSent((now) => now.filter((id) => id !== pack.id));
    }
  };
  return { sendToServer, isSending, isAnySent: sent.length > 0 };
}
