/** home: the screens of the signed-in person, in their frame. */
import { Compass } from 'lucide-react';

import type { User } from '#schema/access.ts';

import { MentionsScreen } from '../mentions/mentions-screen.tsx';
import type { WhoStore } from '../api/who.ts';
import type { Navigate } from '../state/routes.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Documents } from './documents/documents.tsx';
import { HomeFrame, type HomeScreen } from './home-frame.tsx';
import { Images } from './images/images.tsx';
import { Profile } from './profile/profile.tsx';
import { Screen } from '../ui/screen.tsx';
import { Tokens } from './tokens/tokens.tsx';
import { TrashScreen } from './documents/trash-screen.tsx';
import { homeTexts } from '../strings/home.ts';

/** Few people see it. */
const Admin = lazyPart(async () => (await import('./admin/admin.tsx')).Admin);
/** These render drawings, as the canvas does. */
const Libraries = lazyPart(async () => (await import('./libraries/libraries.tsx')).Libraries);
const Themes = lazyPart(async () => (await import('./themes/themes.tsx')).Themes);

type HomeProps = {
  readonly screen: HomeScreen | 'not-found';
  /** The id of the folder that is shown; null: none. */
  readonly folderId: string | null;
  readonly user: User;
  readonly who: WhoStore;
  readonly navigate: Navigate;
};

export function Home({ screen, folderId, user, who, navigate }: HomeProps) {
  return (
    <HomeFrame user={user} who={who} screen={screen} navigate={navigate}>
      <Shown screen={screen} folderId={folderId} user={user} who={who} navigate={navigate} />
    </HomeFrame>
  );
}

function Shown({ screen, folderId, user, who, navigate }: HomeProps) {
  switch (screen) {
    case 'documents':
      return <Documents key={folderId} user={user} device={who.device} navigate={navigate} folderId={folderId} />;
    case 'trash':
      return <TrashScreen navigate={navigate} />;
    case 'images':
      return <Images navigate={navigate} />;
    case 'libraries':
      return <Libraries />;
    case 'themes':
      return <Themes />;
    case 'tokens':
      return <Tokens />;
    case 'profile':
      return <Profile user={user} who={who} navigate={navigate} />;
    case 'admin':
      return <Admin />;
    case 'mentions':
      return <MentionsScreen navigate={navigate} />;
    case 'not-found':
      return (
        <Screen title={homeTexts.pageNotFound}>
          <EmptyState
            icon={<Compass />}
            title={homeTexts.pageNotFound}
            action={<Button onClick={() => navigate({ screen: 'documents' })}>{homeTexts.yourDocuments}</Button>}
          />
        </Screen>
      );
  }
}
