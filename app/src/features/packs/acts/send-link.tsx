import { IconSend } from '@tabler/icons-react';
import { ButtonLink } from '#navigation/links.tsx';
import { texts } from '../texts.ts';

/** The one filled button of a pack's pages. */
export const SendLink = ({ packId }: { packId: string }) => (
  <ButtonLink
    to="/packs/$id/send"
    params={{ id: packId }}
    leftSection={<IconSend size={20} stroke={1.75} aria-hidden />}
  >
    {texts.view.send}
  </ButtonLink>
);
