import { TileSkeletons } from '#ui/skeletons.tsx';

/** Stands in while the code of a page is fetched. */
export const ScreenPending = () => <TileSkeletons count={6} />;
