import { ButtonLink } from '#navigation/links.tsx';
import { texts } from '../../texts.ts';

/** Leads to all that waits on this device, and to what can be done about it. */
export const WaitingLink = () => (
  <ButtonLink to="/settings" hash="waiting" variant="light">
    {texts.send.seeWaiting}
  </ButtonLink>
);
