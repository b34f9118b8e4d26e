import type { Template } from './template.ts';

export const sequence: Template = {
  id: 'sequence',
  title: 'Sequence diagram',
  about: 'Who calls whom, in order',
  group: 'Software',
  operations: `
add actor id=person label="Person"
add rounded id=browser label="Browser" fill=blue
add rounded id=api label="API" fill=teal
add rounded id=sign-in label="Sign-in service" fill=purple
wrap person browser api sign-in in frame arrange=sequence label="Signing in"
connect person -> browser label="opens the page"
connect browser -> api label="GET /me"
connect api -> browser label="401" border=dashed
connect browser -> sign-in label="redirect"
connect person -> sign-in label="name and password"
connect sign-in -> browser label="code" border=dashed
connect browser -> api label="POST /session, code" again
connect api -> sign-in label="exchange code"
connect sign-in -> api label="token" border=dashed
connect api -> browser label="200, cookie" border=dashed again
`,
};
