/** popup-side: where the menus and popovers of the style bar open: away from the selection, which they would cover. */
import { createContext, useContext } from 'react';

export const PopupSide = createContext<'top' | 'bottom'>('top');

export const usePopupSide = (): 'top' | 'bottom' => useContext(PopupSide);
