/** description: the OpenAPI description of this interface, at the address where clients look for it. */
import Type from 'typebox';

import { openApi } from '../openapi.ts';
import { type Resource, resource, route } from '../route.ts';

/** `all` answers every resource, this one too; it is asked on the first call. */
export function description(all: () => readonly Resource[]): Resource {
  const text = memo(() => JSON.stringify(openApi(all())));
  return resource('/openapi.json', 'Reference', [
    route({
      id: 'describe',
      method: 'get',
      access: 'public',
      etag: true,
      summary: 'This description',
      replies: {
        200: { description: 'OpenAPI 3.1.', json: Type.Object({}) },
        304: { description: 'As the ETag that was sent.' },
      },
      refuses: [],
      handle: async () => text(),
      answer: (json) => ({ status: 200, text: json, media: 'application/json' }),
    }),
  ]);
}

function memo<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
