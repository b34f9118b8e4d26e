/** tab-marks: what a tab's link shows beside its name, such as the people on it. Each feature adds its component to the list. */
import type { ComponentType } from 'react';

import { PeopleOnTab } from '../people/people-on-tab.tsx';

export const tabMarks: readonly ComponentType<{ readonly tabId: string }>[] = [PeopleOnTab];
