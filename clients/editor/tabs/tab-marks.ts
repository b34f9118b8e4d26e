/** tab-marks: what a tab's link shows beside its name, such as who is there. Each builder of one adds it here. */
import type { ComponentType } from 'react';

export const tabMarks: readonly ComponentType<{ readonly tabId: string }>[] = [];
