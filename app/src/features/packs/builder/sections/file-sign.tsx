import { type Icon, IconFileText, IconMovie, IconPhoto } from '@tabler/icons-react';

const signs: Record<string, Icon> = {
  'media--image': IconPhoto,
  'media--video': IconMovie,
  'media--remote_video': IconMovie,
};

/** The sign of a kind of media, where there is no picture of it. */
export function FileSign({ type, className }: { type: string; className?: string | undefined }) {
  const Sign = (Object.hasOwn(signs, type) ? signs[type] : undefined) ?? IconFileText;
  return <Sign className={className} stroke={1.5} aria-hidden data-sign={type} />;
}
