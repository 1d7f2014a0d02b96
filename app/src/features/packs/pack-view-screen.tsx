import { Title } from '@mantine/core';

export default function PackViewScreen() {
  return <Title order={1}>View</Title>;
}
