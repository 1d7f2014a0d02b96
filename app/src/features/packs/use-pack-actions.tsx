import { lazy, Suspense, useState } from 'react';
import { useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { archiveOutcome, reasonOf, sendToServerOutcome } from './pack-outcomes.ts';
import { texts } from './texts.ts';

const ArchiveDialog = lazy(() => import('./archive-dialog.tsx'));
const CloneDialog = lazy(() => import('./clone-dialog.tsx'));
const DeleteDialog = lazy(() => import('./delete-dialog.tsx'));

export type PackAction = 'clone' | 'sendToServer' | 'archive' | 'delete';

interface After {
  onCloned?: (clone: PackRecord) => void;
  /** The pack was deleted or archived: it is no longer here. */
  onGone?: (pack: PackRecord) => void;
}

/** Cloning, sending to the server, archiving and deleting, each with its question and its result in words. */
export function usePackActions({ onCloned, onGone }: After = {}) {
  const { packs, notices } = useServices();
  const [asked, setAsked] = useState<{ action: PackAction; pack: PackRecord } | null>(null);
  const close = () => setAsked(null);
  const failed = (text: string) => notices.show({ tone: 'problem', text });

  const sendToServer = async (pack: PackRecord) => {
    try {
      notices.show(sendToServerOutcome(await packs.sendToServer(pack)));
    } catch (error) {
      failed(reasonOf(error));
    }
  };
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

  const dialogs = asked && (
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
  );
  return { start, dialogs };
}
