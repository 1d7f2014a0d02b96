import { defaultFlags, type HostConfiguration } from '@satchel/core/contract/host-configuration.ts';

export const sampleConfiguration: HostConfiguration = {
  host: '',
  api: '/jsonapi',
  prospectPage: '/p/{token}',
  generation: '1',
  passwordMinLength: 5,
  auth: {
    login: {
      mode: 'api',
      url: 'https://host.example/oauth/token',
      client: 'satchel',
      scope: 'sales_tool_user',
    },
    logout: { mode: 'api', url: 'https://host.example/oauth/revoke' },
    register: null,
    reset: { mode: 'api', url: '/jsonrpc' },
    me: { url: '' },
  },
  flags: defaultFlags,
  help: {
    url: 'https://help.example/',
    topics: [{ title: 'First steps', url: 'https://help.example/first' }],
  },
  owner: 'Velden Terminals',
  terms: 'https://velden.example/terms',
  privacy: 'https://velden.example/privacy',
  brand: { name: 'Velden', color: '#0d5c7a' },
  feedback: null,
  analytics: null,
  errors: null,
  tours: false,
};
