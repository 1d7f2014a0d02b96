import { PageTitle } from '#navigation/page-title.tsx';

export default function ResourceListScreen() {
  return <PageTitle>ResourceList</PageTitle>;
}
