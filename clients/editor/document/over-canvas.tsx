/** over-canvas: what lies over the canvas and goes along with it. The wheel over it is the canvas', but in what scrolls itself (`data-scrolls`). */
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
    // React's own listeners of the wheel are passive.
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, []);
  return (
    <div ref={host} className="overlay">
      {children}
    </div>
  );
}
