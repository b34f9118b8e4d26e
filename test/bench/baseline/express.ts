/** `GET /api/v1/me` by Express, with the answer checked by Ajv: no look-up, no limits, no extra headers. */
import process from 'node:process';

import { Ajv2020 } from 'ajv/dist/2020.js';
import express from 'express';

const validate = new Ajv2020().compile({
  type: 'object',
  required: ['authorization'],
  properties: { authorization: { type: 'string', pattern: '^Bearer [^ ]+$' } },
});
const me = {
  user: { id: 'user_ada', name: 'Ada', color: '#1d4ed8' },
  token: { id: 'tok_ada', name: 'test', access: 'full', documents: null, createdAt: 0, lastUsedAt: null, expiresAt: null },
};

const app = express();
app.get('/api/v1/me', (request, response) => {
  if (validate({ authorization: request.headers.authorization })) response.json(me);
  else response.status(401).json({ code: 'unauthenticated' });
});
app.listen(Number(process.env['PORT']), '127.0.0.1');
