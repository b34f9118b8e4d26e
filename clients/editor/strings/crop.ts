/** crop: the texts of cropping an image. */
import { catalogue } from './catalogue.ts';

export const cropTexts = catalogue({
  cropOf: (elementTitle: string) => `Crop ${elementTitle}`,
  keys: 'Arrow keys move the image under the crop, with Shift by 10. Press Tab for the sides and corners. Enter crops, Escape cancels.',
  sides: {
    'top-left': 'Top left corner',
    top: 'Top side',
    'top-right': 'Top right corner',
    right: 'Right side',
    'bottom-right': 'Bottom right corner',
    bottom: 'Bottom side',
    'bottom-left': 'Bottom left corner',
    left: 'Left side',
  },
  crop: 'Crop',
  reset: 'Reset crop',
  cancel: 'Cancel',
  done: 'Done',
  cropped: 'Image cropped',
  uncropped: 'Crop removed',
  canceled: 'Crop canceled',
});
