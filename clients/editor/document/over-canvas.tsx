/**
 * over-canvas: the layer over the canvas that moves with it. The wheel over it is the canvas's, except in parts that scroll
 * themselves (`data-scrolls`).
 */
import { type ReactNode, useEffect, useRef } from 'react';

export function OverCanvas({ children }: { readonly children: ReactNode }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = host.current;
    const onWheel = (event: WheelEvent): void => {
      if (event.target instanceof Element && event.target.closest('[data-scrolls]') !== null) return;
      event.preventDefault();
      element?.parentElement?.querySelector('.canvas')?.dispatchEvent(new WheelEvent('wheel', event));
    };
    // React's own wheel listeners are passive.
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, []);
  return (
    <div ref={host} className="overlay">
      {children}
    </div>
  );
}
