import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MIN_WIDTH_PERCENT, type Picture } from '../schema/image.ts';

interface WidthHandleProps {
  readonly picture: Picture;
  /** Called during a drag; with null when it ends or is cancelled. */
  readonly onPreview: (percent: number | null) => void;
  readonly onWidth: (percent: number) => void;
  /** Returns the focus to the text. */
  readonly onLeave: () => void;
}

/** Handle at the right edge of an image, in a frame as wide as the column. */
export function WidthHandle({ picture, onPreview, onWidth, onLeave }: WidthHandleProps) {
  const { t } = useTranslation('editor');
  const handle = useRef<HTMLButtonElement>(null);
  const [measured, setMeasured] = useState(100);
  const { widthPercent } = picture;
  useLayoutEffect(() => {
    if (widthPercent !== null) return;
    const edge = handle.current?.offsetLeft ?? 0;
    setMeasured(clamp((100 * edge) / (handle.current?.parentElement?.offsetWidth || 1)));
  }, [widthPercent]);
  const percent = widthPercent ?? measured;
  const drag = useDrag(onPreview, onWidth);
  const onKeyDown = (event: KeyboardEvent): void => {
    const wanted = event.key === 'Escape' ? percent : widthAfter(event.key, percent);
    if (wanted === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') onLeave();
    else onWidth(wanted);
  };
  return (
    <button
      ref={handle}
      type="button"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input cannot stand at the edge of a picture
      role="slider"
      className="width-handle"
      style={{ left: edgeOf(picture) }}
      aria-label={t('image.width')}
      aria-valuemin={MIN_WIDTH_PERCENT}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={t('image.percent', { percent })}
      onKeyDown={onKeyDown}
      // Keeps the focus in the text, and the image from being dragged.
      onMouseDown={(event) => event.preventDefault()}
      {...drag}
    />
  );
}

function edgeOf({ widthPercent, pixels }: Picture): string {
  if (widthPercent !== null) return `${widthPercent}%`;
  return pixels ? `min(100%, ${pixels.width}px)` : '100%';
}

const clamp = (percent: number): number => Math.round(Math.min(100, Math.max(MIN_WIDTH_PERCENT, percent)));

const STEP_PERCENT = 5;

function widthAfter(key: string, percent: number): number | null {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return clamp(percent - STEP_PERCENT);
  if (key === 'ArrowRight' || key === 'ArrowUp') return clamp(percent + STEP_PERCENT);
  if (key === 'Home') return MIN_WIDTH_PERCENT;
  return key === 'End' ? 100 : null;
}

/** A drag changes the document once, when it ends. */
function useDrag(onPreview: (percent: number | null) => void, onWidth: (percent: number) => void) {
  /** Pixels between the pointer and the middle of the handle. */
  const hold = useRef<number | null>(null);
  const widthAt = ({ currentTarget, clientX }: PointerEvent<HTMLElement>): number => {
    const frame = currentTarget.parentElement?.getBoundingClientRect() ?? new DOMRect();
    return clamp((100 * (clientX - (hold.current ?? 0) - frame.left)) / frame.width);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (event.button !== 0) return;
      const { left, width } = event.currentTarget.getBoundingClientRect();
      hold.current = event.clientX - (left + width / 2);
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      if (hold.current !== null) onPreview(widthAt(event));
    },
    onPointerUp: (event: PointerEvent<HTMLElement>): void => {
      if (hold.current === null) return;
      const percent = widthAt(event);
      hold.current = null;
      onPreview(null);
      onWidth(percent);
    },
    onPointerCancel: (): void => {
      hold.current = null;
      onPreview(null);
    },
  };
}
