"""segmentation."""
