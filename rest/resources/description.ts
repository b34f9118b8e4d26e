/** The OpenAPI description of the API. */
import { openApi } from '../openapi.ts';
import { type Resource, resource, route } from '../route.ts';

/** `all` returns every resource, including this one. It is called on the first request. */
export function description(all: () => readonly Resource[]): Resource {
  const text = memo(() => JSON.stringify(openApi(all())));
  return resource('Reference', [
    route('describe', {
      access: 'public',
      etag: true,
      summary: 'Read the OpenAPI description',
      replies: {
        200: { description: 'OpenAPI 3.1.' },
        304: { description: 'The ETag is unchanged.' },
      },
      refuses: [],
      handle: async () => text(),
      answer: (json) => ({ status: 200, text: json, media: 'application/json' }),
    }),
  ]);
}

function memo<T>(compute: () => T): () => T {
  let cached: { readonly value: T } | null = null;
  return () => (cached ??= { value: compute() }).value;
}
