/** home-frame: the frame of the home screens: the navigation, and the menu of the signed-in person. */
import { ChevronsUpDown, FileText, Image, KeyRound, LogOut, Palette, Shapes, ShieldCheck, Trash2, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';

import type { User } from '#schema/access.ts';

import { MentionsLink } from '../mentions/mentions-link.tsx';
import type { WhoStore } from '../api/who.ts';
import type { Navigate, PageRoute } from '../state/routes.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Menu } from '../ui/menu.tsx';
import { appearanceChoice, useAppearance } from './appearance-choice.tsx';
import { Mark } from './brand.tsx';
import css from './home-frame.module.css';
import { RouteLink } from '../ui/route-link.tsx';
import { useSignOut } from './sign-in/sign-out.tsx';
import { useValue } from '../state/signal.ts';
import { adminTexts } from '../strings/admin.ts';
import { homeTexts } from '../strings/home.ts';

export type HomeScreen = 'documents' | 'trash' | 'images' | 'libraries' | 'themes' | 'tokens' | 'profile' | 'mentions' | 'admin';

const links = [
  { screen: 'documents', title: homeTexts.documents, icon: <FileText /> },
  { screen: 'images', title: homeTexts.images, icon: <Image /> },
  { screen: 'libraries', title: homeTexts.libraries, icon: <Shapes /> },
  { screen: 'themes', title: homeTexts.themes, icon: <Palette /> },
  { screen: 'tokens', title: homeTexts.agents, icon: <KeyRound /> },
  { screen: 'trash', title: homeTexts.trash, icon: <Trash2 /> },
] as const satisfies readonly { readonly screen: HomeScreen; readonly title: string; readonly icon: ReactNode }[];

type HomeFrameProps = {
  readonly user: User;
  readonly who: WhoStore;
  readonly screen: PageRoute['screen'];
  readonly navigate: Navigate;
  readonly children: ReactNode;
};

export function HomeFrame({ user, who, screen, navigate, children }: HomeFrameProps) {
  const me = useValue(who);
  const [appearance, setAppearance] = useAppearance();
  const { signOut, question } = useSignOut(who, navigate);
  return (
    <div className={css['frame']}>
      <a className={css['skip']} href="#main" onClick={skip}>
        {homeTexts.skipToContent}
      </a>
      <header className={css['side']}>
        <div className={css['top']}>
          <RouteLink className={css['brand']} to={{ screen: 'documents' }} navigate={navigate}>
            <Mark />
            {homeTexts.atelier}
          </RouteLink>
          <MentionsLink isShown={screen === 'mentions'} navigate={navigate} />
        </div>
        <nav className={css['nav']} aria-label={homeTexts.mainNavigation}>
          <ul className={css['links']}>
            {links.map((link) => (
              <li key={link.screen}>
                <RouteLink
                  className={css['link']}
                  to={{ screen: link.screen }}
                  navigate={navigate}
                  aria-current={screen === link.screen ? 'page' : undefined}
                >
                  {link.icon}
                  {link.title}
                </RouteLink>
              </li>
            ))}
          </ul>
        </nav>
        <Menu
          side="top"
          trigger={
            <button type="button" className={css['me']}>
              <Avatar name={user.name} color={user.color} unspoken />
              <span className={css['name']}>{user.name}</span>
              <span className="unseen">{homeTexts.accountMenu}</span>
              <ChevronsUpDown aria-hidden />
            </button>
          }
          items={[
            { label: homeTexts.profile, icon: <UserRound />, onSelect: () => navigate({ screen: 'profile' }) },
            ...(me.state === 'person' && me.isAdministrator === true
              ? [{ label: adminTexts.title, icon: <ShieldCheck />, onSelect: () => navigate({ screen: 'admin' }) }]
              : []),
            'separator',
            appearanceChoice(appearance, setAppearance),
            'separator',
            { label: homeTexts.signOut, icon: <LogOut />, onSelect: signOut },
          ]}
        />
      </header>
      <main id="main" tabIndex={-1} className={css['main']}>
        {children}
      </main>
      {question}
    </div>
  );
}

/** The fragment of the address is reserved for secrets: skip links leave it alone. */
function skip(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
}
