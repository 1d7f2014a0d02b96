import { reasonOf } from '#ui/reason-of.ts';
import '@mantine/core/styles/Slider.layer.css';
import 'react-easy-crop/react-easy-crop.css';
import { Button, FileButton, Slider } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { cropPicture } from './crop-picture.ts';
import classes from './picture-dialog.module.css';
import { type ReadPicture, readPicture } from './read-picture.ts';
import { texts } from './texts.ts';

const { picture: words } = texts;
const mostZoom = 4;

interface Props {
  /** Gets a square picture as PROF-21 has it. */
  onPicture: (picture: Blob) => void;
  onClose: () => void;
}

/** Choosing a picture and the part of it that is shown (PROF-17). */
export default function PictureDialog({ onPicture, onClose }: Props) {
  const [picture, setPicture] = useState<ReadPicture | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [isBusy, setBusy] = useState(false);
  const area = useRef<Area | null>(null);

  async function attempt(task: () => Promise<void>) {
    setFailure(null);
    setBusy(true);
    try {
      await task();
    } catch (error) {
      setFailure(reasonOf(error));
    } finally {
      setBusy(false);
    }
  }
  const choose = (file: File | null) =>
    file &&
    attempt(async () => {
      const chosen = await readPicture(file);
      area.current = null;
      setCrop({ x: 0, y: 0 });
      setZoom(1);
      setPicture(chosen);
    });
  const finish = () =>
    attempt(async () => {
      if (picture && area.current) onPicture(await cropPicture(picture.address, area.current));
    });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void choose(event.dataTransfer.files.item(0));
  };

  return (
    <Dialog title={words.title} size={480} holdsWork={picture !== null} onClose={onClose}>
      {failure && <ErrorBanner text={failure} onDismiss={() => setFailure(null)} />}
      {picture === null ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way; the button below is the other
        <div className={classes.place} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
          <IconPhotoUp size={40} stroke={1.5} aria-hidden />
          <p>{words.drop}</p>
          <FileButton accept="image/*" onChange={(file) => void choose(file)}>
            {(button) => (
              <Button {...button} variant="light" loading={isBusy}>
                {words.choose}
              </Button>
            )}
          </FileButton>
        </div>
      ) : (
        <>
          <div className={classes.stage}>
            <Cropper
              objectFit={picture.isWide ? 'vertical-cover' : 'horizontal-cover'}
              image={picture.address}
              crop={crop}
              zoom={zoom}
              maxZoom={mostZoom}
              aspect={1}
              keyboardStep={10}
              disableAutomaticStylesInjection
              classes={{ containerClassName: classes.square ?? '', cropAreaClassName: classes.area ?? '' }}
              cropperProps={{ role: 'group', 'aria-label': words.area }}
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onCropAreaChange={(_, pixels) => {
                area.current = pixels;
              }}
            />
          </div>
          <div className={classes.zoom}>
            <span aria-hidden>{words.zoom}</span>
            <Slider
              thumbLabel={words.zoom}
              min={1}
              max={mostZoom}
              step={0.1}
              thumbSize={24}
              value={zoom}
              onChange={setZoom}
              label={(value) => `${value.toFixed(1)} ×`}
              className={classes.slider ?? ''}
            />
          </div>
        </>
      )}
      <DialogActions>
        {picture !== null && (
          <FileButton accept="image/*" onChange={(file) => void choose(file)}>
            {(button) => (
              <Button {...button} variant="subtle" className={classes.another}>
                {words.another}
              </Button>
            )}
          </FileButton>
        )}
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button
          disabled={picture === null}
          loading={isBusy && picture !== null}
          onClick={() => void finish()}
        >
          {words.use}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
