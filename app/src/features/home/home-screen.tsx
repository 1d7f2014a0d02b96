import { PageTitle } from '#navigation/page-title.tsx';

export default function HomeScreen() {
  return <PageTitle>Home</PageTitle>;
}
