import { PageTitle } from '#navigation/page-title.tsx';
import { useServices } from '#services.ts';
import type { BundleRecord } from '#storage/records.ts';
import { Html } from '#ui/html.tsx';
import { AvailabilityChip } from './availability-chip.tsx';
import classes from './content-bundle-page.module.css';
import { texts } from './texts.ts';

/** A page of the channel: title and sanitised body (BUN-02). */
export function ContentBundlePage({ bundle }: { bundle: BundleRecord }) {
  const { host } = useServices().configuration;
  return (
    <>
      <PageTitle aside={<AvailabilityChip availability={bundle.availability} />}>
        {bundle.title ?? texts.loading}
      </PageTitle>
      <article className={classes.page}>
        <Html html={bundle.body?.processed ?? bundle.body?.value ?? ''} kind="rich" host={host} />
      </article>
    </>
  );
}
