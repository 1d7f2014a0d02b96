import { PageTitle } from '#navigation/page-title.tsx';

export default function ExperienceListScreen() {
  return <PageTitle>ExperienceList</PageTitle>;
}
