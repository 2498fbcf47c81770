import { BookOpen, CloudOff, Moon, PencilLine, TextSelect, type LucideIcon } from 'lucide-react';
import type { Activity } from '../room/activity.ts';

export const ACTIVITY_ICONS: Readonly<Record<Activity, LucideIcon>> = {
  typing: PencilLine,
  selecting: TextSelect,
  reading: BookOpen,
  away: Moon,
  unsaved: CloudOff,
};
