/// What the scores mean, in a sentence each.
enum ReportDefinitions {
    private static let texts: [String: String] = [
        "auc":
            "Area under the success curve: the share of frames whose overlap passes a threshold, averaged over the thresholds.",
        "precision":
            "The definition's one number of precision: mostly the share of frames whose centre is within 20 px of the truth.",
        "normalized_precision": "As precision, with the error divided by the size of the true box.",
        "average_overlap": "Mean intersection over union of box and truth.",
        "success_rate_50": "Share of frames with an overlap above 0.5.",
        "success_rate_75": "Share of frames with an overlap above 0.75.",
        "confidence_roc":
            "Area under the ROC curve of the confidence as a judge of whether the tracker is right; 0.5 is a coin's.",
        "average_share": "Mean of the shares of frames within 1, 2, 4, 8 and 16 px, in a picture scaled to 256 × 256.",
        "within_20": "Share of frames within 20 px of the truth, in a picture 640 wide.",
        "falsely_held_40": "Share of frames that are said to be held more than 40 px off, in a picture 640 wide.",
        "lost": "Share of frames that are said to be lost while the target is there.",
        "median_error": "Median distance to the truth, pixels of a picture 640 wide.",
        "reacquisition_frames": "Frames from a loss until the target is held again.",
        "calibration_error": "Mean distance between the confidence and how often it was right, in ten bins.",
        "within_20_mean": "Share of frames within 20 px, mean over all taps.",
        "within_20_exact": "The same for a tap that does not miss.",
        "within_20_worst": "The same for the worst tap.",
        "auc_mean": "Area under the success curve, mean over all taps.",
        "auc_exact": "The same for a tap that does not miss.",
        "auc_worst": "The same for the worst tap.",
        "expected_average_overlap":
            "VOT's EAO: the mean overlap that is expected of a sequence of usual length. From anchors, lengths that no run reaches count as 0.",
        "accuracy": "Mean overlap while the target is tracked.",
        "failures": "How often the tracker lost the target and was seeded anew.",
        "reliability": "The chance to go on without a failure for the toolkit's number of frames.",
        "robustness": "Share of the frames until the target is lost.",
        "pen_median_mm": "Median distance of the pen's tip to the truth, millimetres.",
        "pen_p95_mm": "The distance below which 95 of 100 are, millimetres.",
        "hausdorff_mm": "The farthest that ink and truth are apart, millimetres.",
        "frechet_mm": "As Hausdorff, with the order of the stroke kept, millimetres.",
        "covered_share": "Share of the true line with ink beside it.",
        "false_ink_mm": "Length of ink where there is no true line, millimetres.",
        "missing_ink_mm": "Length of true line without ink, millimetres.",
        "height_error_mm":
            "Height of the solid against the rule of raising for the true nail, 0.4 m for the whole view, millimetres.",
    ]

    private static let protocols: [EvaluationProtocol: String] = [
        .ope: "One pass: seeded on the first frame that shows the target, never again.",
        .sre: "Spatial robustness: 12 passes with the first box shifted or scaled.",
        .tre: "Temporal robustness: 20 passes that begin at different frames.",
        .vot: "Supervised: seeded anew 5 frames after each failure.",
        .anchor: "From anchors, forward or backward in time, each to the end.",
        .point: "One pass, judged by the distance of points.",
        .drawing: "Recordings with truth are drawn, and judged by where the ink is.",
        .tap: "Passes with the tap moved by up to half a box, and the box scaled.",
    ]

    /// What a score means; nothing for one without a text.
    static func text(of column: ScoreColumn) -> String { texts[column.key] ?? "" }

    /// What a protocol does.
    static func text(of evaluationProtocol: EvaluationProtocol) -> String { protocols[evaluationProtocol] ?? "" }
}
