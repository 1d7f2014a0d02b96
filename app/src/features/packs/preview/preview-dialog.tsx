import { Button, Modal } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { brandRamp } from '@satchel/core/format/brand-ramp.ts';
import { sanitiseInBrowser } from '@satchel/core/html/sanitise-in-browser.ts';
import { sanitiseInSteps } from '@satchel/core/html/sanitise-in-steps.ts';
import { packPageStyles } from '@satchel/core/pack-page/pack-page-styles.ts';
import { type PackPageParts, renderPackPageParts } from '@satchel/core/pack-page/render-pack-page.ts';
import { IconDeviceDesktop, IconDeviceMobile, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { type MediaView, useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { followLinks } from '#ui/follow-links.ts';
import { useGivenBackFocus } from '#ui/use-given-back-focus.ts';
import { useGrowing } from '#ui/use-growing.ts';
import { emptyPage, fillPage } from '../page/fill-page.ts';
import { standInPictures } from '../page/stand-in-pictures.ts';
import { useSurrounded } from '../page/use-surrounded.ts';
import { texts } from '../texts.ts';
import classes from './preview-dialog.module.css';
import { type PreviewFor, previewPage } from './preview-page.ts';

interface Props {
  pack: PackRecord;
  medias: ReadonlyMap<string, MediaView>;
  /** For whom; null shows the tokens by their names. */
  to: PreviewFor | null;
  /** How many it goes to, of whom it is shown for the first. */
  recipients?: number;
  onClose: () => void;
}

/** px; what prospects mostly hold, and what stands on their desks. */
const widths = { phone: 390, desktop: 1280 } as const;

const sanitisers = { sanitise: sanitiseInBrowser, sanitiseInSteps };

const emptyDocument = (title: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><base target="_blank"><title>${title}</title></head><body></body></html>`;

/** A pack's page as the prospect will see it, from what is on the device; nothing of it is a visit. */
export default function PreviewDialog({ pack, medias, to, recipients = 1, onClose }: Props) {
  useGivenBackFocus();
  const [device, setDevice] = useState<keyof typeof widths>('phone');
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  // The window of the page comes in a frame of its own, after the dialog.
  const hasWindow = useGrowing(1, 0, 1) > 0;
  const { services, user } = useSender();
  const { configuration } = services;
  const parts = useSurrounded(
    pack,
    (surroundings) =>
      renderPackPageParts(
        previewPage({ pack, medias, ...surroundings, configuration, ...sanitisers }, to, user),
      ),
    [medias, configuration, to, user],
    to?.signature,
  );
  return (
    <Modal.Root
      opened={isOpen}
      fullScreen
      onClose={close}
      onExitTransitionEnd={onClose}
      transitionProps={{ duration: 180 }}
      // What takes the bar away sets a variable of the body, with which every element of the page gets its style anew.
      removeScrollProps={{ removeScrollBar: false }}
    >
      <Modal.Overlay />
      <Modal.Content classNames={{ content: classes.content }}>
        <div className={classes.bar}>
          <Modal.Title component="h2" className={classes.title}>
            {texts.preview.title}
          </Modal.Title>
          <p className={classes.hint}>
            {recipients > 1 ? texts.preview.hintOfSeveral(recipients) : texts.preview.hint}
          </p>
          <fieldset className={classes.devices} aria-label={texts.preview.width}>
            {(['phone', 'desktop'] as const).map((each) => {
              const Icon = each === 'phone' ? IconDeviceMobile : IconDeviceDesktop;
              return (
                <Button
                  key={each}
                  variant={device === each ? 'light' : 'subtle'}
                  aria-pressed={device === each}
                  leftSection={<Icon size={20} stroke={1.75} aria-hidden />}
                  onClick={() => setDevice(each)}
                >
                  {texts.preview.devices[each]}
                </Button>
              );
            })}
          </fieldset>
          <Button
            variant="default"
            leftSection={<IconX size={20} stroke={1.75} aria-hidden />}
            onClick={close}
            data-autofocus
          >
            {texts.preview.close}
          </Button>
        </div>
        {hasWindow && (
          <Page
            parts={parts ?? null}
            isGoing={!isOpen}
            medias={medias}
            brandColor={configuration.brand.color}
            width={widths[device]}
            label={texts.preview.page(pack.title ?? '')}
          />
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

function useSender() {
  const services = useServices();
  return { services, user: services.session.current().user?.name ?? '' };
}

interface PageProps {
  /** Sanitised: what `renderPackPageParts` answers; null while it is not known yet. */
  parts: PackPageParts | null;
  /** It has been closed and fades. */
  isGoing: boolean;
  medias: ReadonlyMap<string, MediaView>;
  brandColor: string;
  /** px of the window it is shown in; made smaller where there is no room. */
  width: number;
  label: string;
}

/** The page in a window of its own, so that its own rules for widths hold. Nothing in it runs or leads away. */
function Page({ parts, isGoing, medias, brandColor, width, label }: PageProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const { ref, width: room, height } = useElementSize();
  const scale = room > 0 ? Math.min(1, room / width) : 1;
  useEffect(() => {
    const inner = frame.current?.contentWindow as (Window & typeof globalThis) | null | undefined;
    if (!parts || isGoing || !isLoaded || !inner) return;
    // Adopted, since the app's own policy allows no style elements but its own.
    const sheet = new inner.CSSStyleSheet();
    const ramp = brandRamp(brandColor).map((step, index) => `--satchel-brand-${index}:${step};`);
    sheet.replaceSync(`:root{${ramp.join('')}}body{margin:0}${packPageStyles}`);
    inner.document.adoptedStyleSheets = [sheet];
    return fillPage(inner.document.body, parts);
  }, [parts, isGoing, brandColor, isLoaded]);
  useEffect(() => {
    const body = frame.current?.contentDocument?.body;
    return isGoing && body ? emptyPage(body) : undefined;
  }, [isGoing]);
  useEffect(() => {
    const inner = isLoaded ? frame.current?.contentDocument : null;
    return inner ? standInPictures(inner, medias) : undefined;
  }, [medias, isLoaded]);
  useEffect(() => {
    const inner = isLoaded ? frame.current?.contentDocument : null;
    return inner ? followLinks(inner) : undefined;
  }, [isLoaded]);
  return (
    <div ref={ref} className={classes.room}>
      <iframe
        ref={frame}
        title={label}
        className={classes.page}
        sandbox="allow-same-origin"
        srcDoc={emptyDocument('Preview')}
        style={{
          width,
          height: height > 0 ? height / scale : undefined,
          transform: `scale(${scale})`,
          marginInline: `${(Math.max(room - width * scale, 0) / 2).toFixed(1)}px`,
        }}
        onLoad={() => setLoaded(true)}
      />
    </div>
  );
}
