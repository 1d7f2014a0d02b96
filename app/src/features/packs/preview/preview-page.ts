import { tokenValues } from '@satchel/core/pack/fill-tokens.ts';
import { isLookedAt } from '@satchel/core/pack-page/looked-at.ts';
import type { PackPage } from '@satchel/core/pack-page/pack-page.ts';
import type { MessageForm } from '#services.ts';
import type { SignatureRecord } from '#storage/records.ts';
import { prospectPageOf } from '../page/pack-page-of.ts';

/** What a message says of its prospect and its sender. */
export interface PreviewFor
  extends Pick<MessageForm, 'firstName' | 'lastName' | 'company' | 'subject' | 'signature'> {
  /** Whether files may be downloaded. */
  download: boolean;
}

type Shown = Parameters<typeof prospectPageOf>[0] & {
  /** Own signature of whoever sends, which need not be the one that was chosen. */
  mine: SignatureRecord | null;
};

/** Where nothing is given away to keep, documents have no address. A hosted film has that of its host. */
const onlyLookedAt = (medias: PackPage['medias'], views: Shown['medias']): PackPage['medias'] => ({
  get(id) {
    const [media, view] = [medias.get(id), views.get(id)];
    if (!media || media === 'missing' || !view || view.videoLink !== null || isLookedAt(view.mime ?? ''))
      return media;
    return { ...media, openUrl: '' };
  },
});

/**
 * The page of a message that is not sent yet: the renderer's page for prospects, with the tokens filled in as the host
 * will fill them.
 * @param shown with the signature that was chosen
 * @param account name of whoever sends, for one without a signature
 */
export function previewPage(shown: Shown, to: PreviewFor | null, account: string): PackPage {
  const page: PackPage = { ...prospectPageOf(shown), audience: 'prospect' };
  if (!to) return page;
  const name = [to.firstName, to.lastName]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ');
  const company = to.company.trim();
  return {
    ...page,
    recipient: { name, company },
    medias: to.download ? page.medias : onlyLookedAt(page.medias, shown.medias),
    tokens: tokenValues({
      recipient_name: name,
      recipient_company: company,
      sender_name: shown.mine?.title ?? account,
      message_subject: to.subject.trim() || (shown.pack.title ?? ''),
    }),
  };
}
