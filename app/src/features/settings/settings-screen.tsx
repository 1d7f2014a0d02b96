import { PageTitle } from '#navigation/page-title.tsx';

export default function SettingsScreen() {
  return <PageTitle>Settings</PageTitle>;
}
