import { lazy } from 'react';
import type { SendState } from './use-send.ts';

const SentListDialog = lazy(() => import('./sent-list-dialog.tsx'));
const SentDialog = lazy(() => import('./sent-dialog.tsx'));
const LinkDialog = lazy(() => import('./link/link-dialog.tsx'));

interface Props {
  state: SendState;
  /** Of the message, for whoever hands a link on. */
  subject: string;
  /** In a learning channel: the mail goes to its sender alone. */
  isOnlyToSender: boolean;
  /** Leads to a message that was refused, by its id. */
  onCorrect: (id: string) => void;
  onAnother: () => void;
  onFinish: () => void;
}

/** What became of a press, once it lies on the device (PSEND-10). */
export function Confirmation({ state, subject, isOnlyToSender, onCorrect, onAnother, onFinish }: Props) {
  switch (state.step) {
    case 'sent':
      return (
        <SentDialog
          title={state.title}
          name={state.name}
          email={state.email}
          messageId={state.messageId}
          isOnlyToSender={isOnlyToSender}
          onCorrect={onCorrect}
          onAnother={onAnother}
          onFinish={onFinish}
        />
      );
    case 'several':
      return (
        <SentListDialog
          how={state.how}
          recorded={state.recorded}
          subject={subject}
          isOnlyToSender={isOnlyToSender}
          onCorrect={onCorrect}
          onAnother={onAnother}
          onFinish={onFinish}
        />
      );
    case 'linked':
      return (
        <LinkDialog
          link={state.link}
          name={state.name}
          subject={subject}
          messageId={state.messageId}
          savedRemotely={state.savedRemotely}
          onCorrect={onCorrect}
          onAnother={onAnother}
          onFinish={onFinish}
        />
      );
    default:
      return null;
  }
}
