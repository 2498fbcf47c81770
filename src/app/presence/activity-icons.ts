import { BookOpen, CloudOff, Moon, PencilLine, TextSelect, WifiOff, type LucideIcon } from 'lucide-react';
import type { Activity } from '../room/company/activity.ts';

export const ACTIVITY_ICONS: Readonly<Record<Activity, LucideIcon>> = {
  silent: WifiOff,
  typing: PencilLine,
  selecting: TextSelect,
  reading: BookOpen,
  away: Moon,
  unsaved: CloudOff,
};
