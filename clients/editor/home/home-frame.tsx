/** home-frame: what surrounds the screens of home: the way to each of them, and the person who is signed in. */
import { ChevronsUpDown, FileText, Image, KeyRound, LogOut, Palette, Shapes, Trash2, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';

import type { User } from '#schema/access.ts';

import type { WhoStore } from '../api/who.ts';
import type { Navigate, PageRoute } from '../state/routes.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Menu } from '../ui/menu.tsx';
import { appearanceChoice, useAppearance } from './appearance-choice.tsx';
import { Mark } from './brand.tsx';
import css from './home-frame.module.css';
import { RouteLink } from '../ui/route-link.tsx';
import { useSignOut } from './sign-in/sign-out.tsx';

export type HomeScreen = 'documents' | 'trash' | 'images' | 'libraries' | 'themes' | 'tokens' | 'profile';

const links = [
  { screen: 'documents', title: 'Documents', icon: <FileText /> },
  { screen: 'images', title: 'Images', icon: <Image /> },
  { screen: 'libraries', title: 'Libraries', icon: <Shapes /> },
  { screen: 'themes', title: 'Themes', icon: <Palette /> },
  { screen: 'tokens', title: 'Agents', icon: <KeyRound /> },
  { screen: 'trash', title: 'Trash', icon: <Trash2 /> },
] as const satisfies readonly { readonly screen: HomeScreen; readonly title: string; readonly icon: ReactNode }[];

type HomeFrameProps = {
  readonly user: User;
  readonly who: WhoStore;
  readonly screen: PageRoute['screen'];
  readonly navigate: Navigate;
  readonly children: ReactNode;
};

export function HomeFrame({ user, who, screen, navigate, children }: HomeFrameProps) {
  const [appearance, setAppearance] = useAppearance();
  const { signOut, question } = useSignOut(who, navigate);
  return (
    <div className={css['frame']}>
      <a className={css['skip']} href="#main" onClick={skip}>
        Skip to content
      </a>
      <header className={css['side']}>
        <RouteLink className={css['brand']} to={{ screen: 'documents' }} navigate={navigate}>
          <Mark />
          Atelier
        </RouteLink>
        <nav className={css['nav']} aria-label="Main navigation">
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
            <button type="button" className={css['me']} aria-label={`${user.name}: account menu`}>
              <Avatar name={user.name} color={user.color} unspoken />
              <span className={css['name']}>{user.name}</span>
              <ChevronsUpDown aria-hidden />
            </button>
          }
          items={[
            { label: 'Profile', icon: <UserRound />, onSelect: () => navigate({ screen: 'profile' }) },
            'separator',
            appearanceChoice(appearance, setAppearance),
            'separator',
            { label: 'Sign out', icon: <LogOut />, onSelect: signOut },
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

/** The fragment of the address is for secrets: a skip leaves nothing there. */
function skip(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
}
