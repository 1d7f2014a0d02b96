import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Hint } from '#ui/hint.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { withinChunkLimit } from './chunk-limit.ts';
import { texts } from './texts.ts';

const SearchDialog = lazy(() => withinChunkLimit(import('#features/search/search-dialog.tsx')));

/** Opens the search of the channel, as Ctrl or Cmd and K do from everywhere. */
export function SearchButton({ channelId }: { channelId: string }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isShortcut || event.key.toLowerCase() !== 'k') return;
      // In a text editor these keys make a link, and behind a question they would lead away from it.
      if (event.defaultPrevented || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
  return (
    <>
      <Hint label={texts.search}>
        <IconButton
          aria-label={texts.search}
          aria-keyshortcuts="Control+K Meta+K"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <IconSearch size={21} stroke={1.75} aria-hidden />
        </IconButton>
      </Hint>
      {isOpen && (
        <Suspense>
          <SearchDialog channelId={channelId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
