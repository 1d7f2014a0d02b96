import { PageTitle } from '#navigation/page-title.tsx';

export default function BundleScreen() {
  return <PageTitle>Bundle</PageTitle>;
}
