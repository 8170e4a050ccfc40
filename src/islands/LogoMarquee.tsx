import { useRef, type ReactNode } from 'react';

interface LogoMarqueeProps {
  /** The logos and their copy, as HTML: passed as props, they would be in the page a third time. */
  children: ReactNode;
}

/**
 * The strip of client logos. CSS moves it, stops it on hover and lets the checkbox pause it (WCAG 2.2.2), all
 * before this script loads, which only adds pausing by tap. With JavaScript off, it stands still.
 */
export default function LogoMarquee({ children }: LogoMarqueeProps) {
  const toggle = useRef<HTMLInputElement>(null);

  return (
    <div className="marquee">
      <input
        ref={toggle}
        type="checkbox"
        className="motion-toggle marquee-toggle"
        aria-label="Parar o movimento dos logotipos"
      />
      {/* The checkbox does the same for keyboards and screen readers. */}
      {/* eslint-disable-next-line jsx-a11y-x/click-events-have-key-events, jsx-a11y-x/no-static-element-interactions */}
      <div className="marquee-window" onClick={() => toggle.current?.click()}>
        <div className="marquee-track">{children}</div>
      </div>
    </div>
  );
}
