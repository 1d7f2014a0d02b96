import { Title } from '@mantine/core';

export default function PackListScreen() {
  return <Title order={1}>Packs</Title>;
}
