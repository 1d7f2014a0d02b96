import type { Page } from '@playwright/test';

interface Written {
  method: string;
  type: string;
  id: string;
  attributes: Record<string, unknown>;
  relationships: Record<string, { data: unknown }>;
}

/** Every record that leaves this window for the host from now on, in the order in which it leaves. */
export function writtenRecords(page: Page): Written[] {
  const written: Written[] = [];
  page.on('request', (request) => {
    const method = request.method();
    if (!/^(POST|PATCH)$/.test(method) || !request.url().includes('/jsonapi/salestool/')) return;
    const { data } = request.postDataJSON() ?? {};
    if (data?.type) written.push({ method, ...data });
  });
  return written;
}
